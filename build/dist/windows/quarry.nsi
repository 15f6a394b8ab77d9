; The setup for one user or, with MACHINE, for all users of a computer. package.sh defines VERSION, FILES (the folder with
; what is installed), OUT, WEBVIEW2 (Microsoft's bootstrapper) and, if it signs, SIGN (a script that signs a file).
; Exit codes: 0, 1618 while Quarry runs, 2 for another failure, 68 if only WebView2 could not be installed.
Target amd64-unicode
Unicode true
SetCompressor /SOLID lzma
ManifestDPIAware true
ManifestSupportedOS Win10
!include LogicLib.nsh
!include FileFunc.nsh

!define RUNNING 1618
!define NO_WEBVIEW2 68
!define UNINSTALL Software\Microsoft\Windows\CurrentVersion\Uninstall\Quarry
!define PATHS "Software\Microsoft\Windows\CurrentVersion\App Paths\quarry.exe"
!define RUNTIME Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}

!ifdef MACHINE
  !define ROOT HKLM
  RequestExecutionLevel admin
  !define USUAL "$PROGRAMFILES64\Quarry"
!else
  !define ROOT HKCU
  RequestExecutionLevel user
  !define USUAL "$LOCALAPPDATA\Programs\Quarry"
!endif
!ifdef SIGN
  !finalize 'sh "${SIGN}" "%1"' = 0
  !uninstfinalize 'sh "${SIGN}" "%1"' = 0
!endif

Name Quarry
InstallDir "${USUAL}"
OutFile "${OUT}"
Icon "${FILES}\quarry.ico"
UninstallIcon "${FILES}\quarry.ico"
BrandingText "Quarry ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName Quarry
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Quarry Setup"
VIAddVersionKey CompanyName "The Quarry Authors"
VIAddVersionKey LegalCopyright "The Quarry Authors"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

!macro Prepare
  SetRegView 64
  !ifdef MACHINE
    SetShellVarContext all
  !else
    SetShellVarContext current
  !endif
!macroend

; Windows lets nobody write to a program that runs.
!macro RefuseWhileItRuns PROGRAM
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${PROGRAM}" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "Quarry is running. Close all of its windows, then start this again." /SD IDOK
      SetErrorLevel ${RUNNING}
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

; An upgrade goes where Quarry is, unless /D= names another folder.
Function .onInit
  !insertmacro Prepare
  ReadRegStr $0 ${ROOT} "${UNINSTALL}" InstallLocation
  ${If} $0 != ""
  ${AndIf} $INSTDIR == "${USUAL}"
    StrCpy $INSTDIR $0
  ${EndIf}
FunctionEnd

Section
  !insertmacro RefuseWhileItRuns quarry.exe
  !insertmacro RefuseWhileItRuns quarry-cli.exe
  ; A folder that was there is not removed later.
  ReadRegDWORD $2 ${ROOT} "${UNINSTALL}" MadeFolder
  ${IfNot} ${FileExists} "$INSTDIR\*.*"
    StrCpy $2 1
  ${EndIf}
  SetOutPath $INSTDIR
  ClearErrors
  File "${FILES}\quarry.exe"
  File "${FILES}\quarry-cli.exe"
  File "${FILES}\LICENSE.txt"
  File "${FILES}\NOTICES.txt"
  File "${FILES}\LICENSES.txt"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Quarry.lnk" "$INSTDIR\quarry.exe"
  WriteRegStr ${ROOT} "${PATHS}" "" "$INSTDIR\quarry.exe"
  WriteRegStr ${ROOT} "${UNINSTALL}" DisplayName Quarry
  WriteRegStr ${ROOT} "${UNINSTALL}" DisplayVersion "${VERSION}"
  WriteRegStr ${ROOT} "${UNINSTALL}" DisplayIcon "$INSTDIR\quarry.exe"
  WriteRegStr ${ROOT} "${UNINSTALL}" Publisher "The Quarry Authors"
  WriteRegStr ${ROOT} "${UNINSTALL}" InstallLocation $INSTDIR
  WriteRegStr ${ROOT} "${UNINSTALL}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr ${ROOT} "${UNINSTALL}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD ${ROOT} "${UNINSTALL}" EstimatedSize ${SIZE}
  WriteRegDWORD ${ROOT} "${UNINSTALL}" NoModify 1
  WriteRegDWORD ${ROOT} "${UNINSTALL}" NoRepair 1
  ${If} $2 = 1
    WriteRegDWORD ${ROOT} "${UNINSTALL}" MadeFolder 1
  ${EndIf}
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONSTOP "Quarry could not be written to $INSTDIR. Choose a folder that you may write to, then start this again." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  Call InstallWebView2
SectionEnd

; Microsoft's own bootstrapper loads WebView2 where it is missing. /NOWEBVIEW2 leaves that to others.
Function InstallWebView2
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/NOWEBVIEW2" $1
  ${IfNot} ${Errors}
    Return
  ${EndIf}
  ReadRegStr $0 HKLM "SOFTWARE\WOW6432Node\${RUNTIME}" pv
  ${If} $0 == ""
    ReadRegStr $0 HKCU "SOFTWARE\${RUNTIME}" pv
  ${EndIf}
  ${If} $0 != ""
  ${AndIf} $0 != 0.0.0.0
    Return
  ${EndIf}
  InitPluginsDir
  SetOutPath $PLUGINSDIR
  File /oname=WebView2.exe "${WEBVIEW2}"
  ClearErrors
  ExecWait '"$PLUGINSDIR\WebView2.exe" /silent /install' $0
  ${If} ${Errors}
  ${OrIf} $0 <> 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "Quarry is installed, but Microsoft's WebView2 runtime could not be. Install it, then start Quarry." /SD IDOK
    SetErrorLevel ${NO_WEBVIEW2}
  ${EndIf}
  SetOutPath $INSTDIR
FunctionEnd

Function un.onInit
  !insertmacro Prepare
FunctionEnd

; Only what the setup wrote is removed: never a folder with something in it, or one that was there before.
Section Uninstall
  !insertmacro RefuseWhileItRuns quarry.exe
  !insertmacro RefuseWhileItRuns quarry-cli.exe
  ReadRegDWORD $2 ${ROOT} "${UNINSTALL}" MadeFolder
  Delete "$INSTDIR\quarry.exe"
  Delete "$INSTDIR\quarry-cli.exe"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\NOTICES.txt"
  Delete "$INSTDIR\LICENSES.txt"
  Delete "$INSTDIR\uninstall.exe"
  Delete "$SMPROGRAMS\Quarry.lnk"
  DeleteRegKey ${ROOT} "${PATHS}"
  DeleteRegKey ${ROOT} "${UNINSTALL}"
  SetOutPath $TEMP
  ${If} $2 = 1
    RMDir $INSTDIR
  ${EndIf}
SectionEnd
