; Installer for one user, without administrator rights. Filled by windows_setup.py.
; Silent: Setup.exe /S [/D=FOLDER]; uninstall silent: Uninstall.exe /S [/DROPDATA].
; Conversations, settings and API keys stay unless the user, or /DROPDATA where nobody can be asked, drops them.
Unicode true
Target amd64-unicode
!include MUI2.nsh
!include FileFunc.nsh

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

!define CLASSES "Software\Classes"
!define PACK "Throughline.Pack"
!define CAPABILITIES "Software\Throughline\Capabilities"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Throughline"
!define MUI_ICON "@STAGE@/throughline.ico"
!define MUI_UNICON "@STAGE@/throughline.ico"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\python\Throughline.exe"
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
LangString AskDrop ${LANG_ENGLISH} "Delete your conversations, settings and API keys too? They cannot be brought back."
LangString AskDrop ${LANG_SIMPCHINESE} "是否同时删除您的对话、设置和 API 密钥？删除后无法恢复。"
LangString PackType ${LANG_ENGLISH} "Throughline conversation"
LangString PackType ${LANG_SIMPCHINESE} "Throughline 对话"
LangString About ${LANG_ENGLISH} "Chat with large language models without losing the thread"
LangString About ${LANG_SIMPCHINESE} "与大语言模型对话，不丢线索"

; Caches of byte code that Python wrote beside the modules go along.
!macro RemoveProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\Lib"
  RMDir /r "$INSTDIR\app"
  Delete "$INSTDIR\throughline.ico"
  Delete "$INSTDIR\pack.ico"
  Delete "$INSTDIR\throughline.cmd"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\LICENCES.txt"
!macroend

; Windows lets a loaded library be renamed, but neither written nor deleted: so writing is tried.
!macro StopIfRunning
  again:
  IfFileExists "$INSTDIR\python\python313.dll" 0 free
  ClearErrors
  FileOpen $0 "$INSTDIR\python\python313.dll" a
  IfErrors 0 close
    MessageBox MB_RETRYCANCEL|MB_ICONSTOP "$(InUse)" /SD IDCANCEL IDRETRY again
    SetErrorLevel 2
    Abort
  close:
  FileClose $0
  free:
!macroend

; Explorer learns at once that icons and programs of file types are others now (SHCNE_ASSOCCHANGED).
!macro TellExplorer
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section "Throughline"
  !insertmacro StopIfRunning
  IfFileExists "$INSTDIR\throughline.cmd" 0 new ; in another folder, what is called "app" is not ours
    !insertmacro RemoveProgram
  new:
  SetOutPath "$INSTDIR"
  File /r "@STAGE@/*"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Throughline.lnk" "$INSTDIR\python\Throughline.exe"
  WriteRegStr HKCU "Software\Throughline" "Folder" "$INSTDIR"
  Call Associate
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

; Hand-off packs open in Throughline. An extension that another program took stays with it; "Open with" and
; the default programs of Windows' settings offer ours all the same.
Function Associate
  WriteRegStr HKCU "${CLASSES}\${PACK}" "" "$(PackType)"
  WriteRegStr HKCU "${CLASSES}\${PACK}" "FriendlyTypeName" "$(PackType)"
  WriteRegStr HKCU "${CLASSES}\${PACK}\DefaultIcon" "" "$INSTDIR\pack.ico"
  WriteRegStr HKCU "${CLASSES}\${PACK}\Application" "ApplicationName" "Throughline"
  WriteRegStr HKCU "${CLASSES}\${PACK}\Application" "ApplicationIcon" "$INSTDIR\throughline.ico"
  WriteRegStr HKCU "${CLASSES}\${PACK}\shell" "" "open"
  WriteRegStr HKCU "${CLASSES}\${PACK}\shell\open\command" "" '"$INSTDIR\python\Throughline.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\@SUFFIX@\OpenWithProgids" "${PACK}" ""
  ReadRegStr $0 HKCU "${CLASSES}\@SUFFIX@" ""
  StrCmp $0 "" 0 taken
    WriteRegStr HKCU "${CLASSES}\@SUFFIX@" "" "${PACK}"
    WriteRegStr HKCU "${CLASSES}\@SUFFIX@" "Content Type" "@PACK_TYPE@"
  taken:
  WriteRegStr HKCU "${CAPABILITIES}" "ApplicationName" "Throughline"
  WriteRegStr HKCU "${CAPABILITIES}" "ApplicationDescription" "$(About)"
  WriteRegStr HKCU "${CAPABILITIES}" "ApplicationIcon" "$INSTDIR\throughline.ico"
  WriteRegStr HKCU "${CAPABILITIES}\FileAssociations" "@SUFFIX@" "${PACK}"
  WriteRegStr HKCU "Software\RegisteredApplications" "Throughline" "${CAPABILITIES}"
  !insertmacro TellExplorer
FunctionEnd

Section "Uninstall"
  !insertmacro StopIfRunning
  SetOutPath "$TEMP" ; a folder somebody stands in cannot be removed
  Call un.AskForData
  !insertmacro RemoveProgram
  Delete "$SMPROGRAMS\Throughline.lnk"
  Call un.Dissociate
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Throughline"
  Delete "$INSTDIR\Uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd

; Asked while Python is still there: it knows the names of the keys in the credential vault.
Function un.AskForData
  IfSilent 0 ask
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/DROPDATA" $1
    IfErrors keep drop
  ask:
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(AskDrop)" IDNO keep
  drop:
  nsExec::Exec '"$INSTDIR\python\python.exe" "$INSTDIR\app\forget_keys.py"'
  Pop $0
  RMDir /r "$LOCALAPPDATA\@DATA_FOLDER@"
  keep:
FunctionEnd

; What other programs or the user put there since then stays.
Function un.Dissociate
  ReadRegStr $0 HKCU "${CLASSES}\@SUFFIX@" ""
  StrCmp $0 "${PACK}" 0 others
    DeleteRegValue HKCU "${CLASSES}\@SUFFIX@" ""
    DeleteRegValue HKCU "${CLASSES}\@SUFFIX@" "Content Type"
  others:
  DeleteRegValue HKCU "${CLASSES}\@SUFFIX@\OpenWithProgids" "${PACK}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\@SUFFIX@\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\@SUFFIX@"
  DeleteRegKey HKCU "${CLASSES}\${PACK}"
  DeleteRegValue HKCU "Software\RegisteredApplications" "Throughline"
  !insertmacro TellExplorer
FunctionEnd
