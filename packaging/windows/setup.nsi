; Installer for one user, without administrator rights. Filled by windows_setup.py.
; Silent: Setup.exe /S [/D=FOLDER]; uninstall silent: Uninstall.exe /S
Unicode true
Target amd64-unicode
!include MUI2.nsh

Name "Throughline"
OutFile "@OUTPUT@"
InstallDir "$LOCALAPPDATA\Programs\Throughline"
InstallDirRegKey HKCU "Software\Throughline" "Folder"
RequestExecutionLevel user
SetCompressor @COMPRESSION@
SetDateSave off
BrandingText " "
VIProductVersion "@VERSION@.0"
VIAddVersionKey /LANG=0 "ProductName" "Throughline"
VIAddVersionKey /LANG=0 "FileDescription" "Throughline Setup"
VIAddVersionKey /LANG=0 "FileVersion" "@VERSION@"
VIAddVersionKey /LANG=0 "ProductVersion" "@VERSION@"
VIAddVersionKey /LANG=0 "LegalCopyright" "The Throughline developers, Apache-2.0"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Throughline"
!define MUI_ICON "@STAGE@/throughline.ico"
!define MUI_UNICON "@STAGE@/throughline.ico"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\python\pythonw.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS "-m desktop_app"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "@STAGE@/LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString InUse ${LANG_ENGLISH} "Throughline is running. Close it and try again."
LangString InUse ${LANG_SIMPCHINESE} "Throughline 正在运行，请先关闭它再试。"
LangString DropData ${LANG_ENGLISH} "Delete your conversations and settings too? They cannot be brought back."
LangString DropData ${LANG_SIMPCHINESE} "是否同时删除您的对话和设置？删除后无法恢复。"

!macro RemoveProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\Lib"
  RMDir /r "$INSTDIR\app"
  Delete "$INSTDIR\throughline.ico"
  Delete "$INSTDIR\throughline.cmd"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\LICENCES.txt"
!macroend

; A running program holds its executable open, so it cannot be renamed.
!macro StopIfRunning
  IfFileExists "$INSTDIR\python\python313.dll" 0 free
  ClearErrors
  Rename "$INSTDIR\python\python313.dll" "$INSTDIR\python\python313.dll.old"
  IfErrors 0 free
    MessageBox MB_OK|MB_ICONSTOP "$(InUse)" /SD IDOK
    Abort
  free:
!macroend

Section "Throughline"
  !insertmacro StopIfRunning
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "@STAGE@/*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Throughline.lnk" "$INSTDIR\python\pythonw.exe" "-m desktop_app" "$INSTDIR\throughline.ico"
  WriteRegStr HKCU "Software\Throughline" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Throughline"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "@VERSION@"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\throughline.ico"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Throughline developers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" @SIZE_KB@
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  !insertmacro StopIfRunning
  !insertmacro RemoveProgram
  Delete "$SMPROGRAMS\Throughline.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Throughline"
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DropData)" /SD IDNO IDNO keep
    RMDir /r "$LOCALAPPDATA\@DATA_FOLDER@"
  keep:
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd
