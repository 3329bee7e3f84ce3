/* Throughline.exe: the embeddable Python beside it, running this program in its own process.
 *
 * A process of python.exe would show Python's name and icon in the task manager and the taskbar, and a
 * pinned icon would start a bare Python.
 */
#include <windows.h>
#include <shellapi.h>

typedef int (*PyMain)(int, wchar_t **);

static int fail(const wchar_t *what)
{
    MessageBoxW(NULL, what, L"Throughline", MB_OK | MB_ICONERROR);
    return 1;
}

int WINAPI wWinMain(HINSTANCE self, HINSTANCE before, PWSTR line, int show)
{
    (void)self, (void)before, (void)line, (void)show;
    int count = 0;
    wchar_t **given = CommandLineToArgvW(GetCommandLineW(), &count);
    wchar_t **arguments = given ? LocalAlloc(LPTR, (count + 3) * sizeof *arguments) : NULL;
    if (!arguments)
        return fail(L"There is not enough memory to start.");
    arguments[0] = given[0];
    arguments[1] = L"-m";
    arguments[2] = L"desktop_app";
    for (int i = 1; i < count; i++)
        arguments[i + 2] = given[i];

    /* Only the folder of this file and the system's own: never the folder it was started in. */
    SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_APPLICATION_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32
                             | LOAD_LIBRARY_SEARCH_USER_DIRS);
    HMODULE python = LoadLibraryW(L"@PYTHON_DLL@");
    PyMain run = python ? (PyMain)(void *)GetProcAddress(python, "Py_Main") : NULL;
    if (!run)
        return fail(L"A part of the program is missing. Please install Throughline again.");
    return run(count + 2, arguments);
}
