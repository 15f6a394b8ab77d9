#!/usr/bin/env bash
# The part of check.sh that runs in a Debian root with Wine: inside.sh WORK ADDRESS SILENT. WORK holds the packages,
# ADDRESS is the sample server, SILENT a server that never answers.
set -euo pipefail
work=$1 address=$2 silent=$3
home=/wine/drive_c/users/root
user=$home/AppData/Local/Programs/Quarry
machine='/wine/drive_c/Program Files/Quarry'
profile=$home/AppData/Roaming/Quarry

step() {
  local name=$1 began=$SECONDS
  shift
  "$@" >"$work/step.log" 2>&1 || { cat "$work/step.log"; echo "FAIL $name"; exit 1; }
  echo "ok   $name ($((SECONDS - began)) s)"
}

windows() { printf 'Z:%s' "$1" | tr / '\\'; }

# run COMMAND: runs a Windows program and prints its exit code, of which bash would see eight bits.
run() {
  printf '@echo off\r\nstart /wait "" %s\r\necho %%errorlevel%%\r\n' "$1" >/wine/drive_c/run.bat
  wine cmd /c 'C:\run.bat' | tr -d '\r' | tail -n 1
  rm /wine/drive_c/run.bat
}

# ends CODE COMMAND: the Windows program ends with the code.
ends() {
  local code
  code=$(run "$2") && wineserver --wait && [ "$code" = "$1" ] || { echo "$2 ended with $code instead of $1"; return 1; }
}

# files prints what is on the drive, but for Wine's Windows, Windows Installer's folder itself, temporary files and the profile.
files() { (cd /wine/drive_c && find . -mindepth 1 | grep -Ev '^\./windows/Installer$|^\./windows/([^I]|I[^n]|In[^s])|/Temp/|/(Roaming|Local)/Quarry/' | LC_ALL=C sort); }
# keys prints what the registry says of Quarry, but for what Wine notes of links. Wine writes the files when it ends.
keys() { wineserver --wait && { grep -ai quarry /wine/user.reg /wine/system.reg | grep -Evi 'applications-merged|share.*applications' || true; }; }
# stays [PATH...]: the drive holds what it held at first and the paths, the registry nothing of Quarry's.
stays() { files | diff <(printf '%s\n' "$@" | cat - "$work/files" | grep . | LC_ALL=C sort -u) - && keys | { ! grep .; }; }

# installed FOLDER FILE...: the folder holds exactly these and both programs are the release's.
installed() {
  local folder=$1
  shift
  (cd "$folder" && ls) | LC_ALL=C sort | diff - <(printf '%s\n' LICENSE.txt LICENSES.txt NOTICES.txt quarry-cli.exe quarry.exe "$@" | LC_ALL=C sort) &&
    cmp "$folder/quarry.exe" "$payload/quarry.exe" && cmp "$folder/quarry-cli.exe" "$payload/quarry-cli.exe" &&
    [ "$(find /wine/drive_c/users /wine/drive_c/ProgramData -name Quarry.lnk | wc -l)" = 1 ] && keys >"$work/keys" &&
    grep -q 'App Paths..quarry.exe\]' "$work/keys" && grep -q '"DisplayName"="Quarry"' "$work/keys"
}

# exports FOLDER: the command line exports the sample data.
exports() {
  wine "$1/quarry-cli.exe" export --registry "$(windows "$work/registry/index.json")" --connection sample --object books --to 'C:\books.jsonl' &&
    [ "$(wc -l </wine/drive_c/books.jsonl)" = "$(cat "$work/count")" ] && rm /wine/drive_c/books.jsonl && wineserver --wait
}

# connection NAME ADDRESS
connection() { printf '{"id":"%s","name":"%s","driver":"elasticsearch","fields":{"host":"%s","port":"%s","auth":"none"}}' "$1" "$1" "${2%:*}" "${2#*:}"; }
make_profile() {
  mkdir -p "$profile" &&
    printf '{"version":1,"connections":[%s,%s]}\n' "$(connection sample "$address")" "$(connection silent "$silent")" >"$profile/connections.json"
}

sums() { (cd "$1" && find . -type f -exec sha256sum {} + | sort); }

# upgrades COMMAND: a second run ends well, and the profile is what it was.
upgrades() {
  sums "$profile" >"$work/profile" && ends 0 "$1" && sums "$profile" | diff "$work/profile" -
}

# refused FOLDER PROGRAM COMMAND: the command ends with 1618 and changes nothing while the program runs. The window's shows
# that WebView2 is missing, and waits; the command line waits for a server that never answers.
refused() {
  local code arguments=()
  [ "$2" = quarry.exe ] ||
    arguments=(export --registry "$(windows "$work/registry/index.json")" --connection silent --object books --to 'C:\no.jsonl')
  sums "$1" >"$work/folder"
  wine "$1/$2" "${arguments[@]}" >"$work/running.log" 2>&1 &
  for _ in $(seq 100); do wine tasklist 2>/dev/null | grep -q "^$2" && break; sleep 0.2; done
  code=$(run "$3")
  wine taskkill /f /im "$2" || { echo "$2 had ended:"; cat "$work/running.log"; return 1; }
  wineserver --wait
  [ "$code" = 1618 ] && sums "$1" | diff "$work/folder" - || { echo "$3 ended with $code instead of 1618"; return 1; }
}

# setup KIND FOLDER [PATH...]: what a setup does, from installing to uninstalling; the paths stay.
setup() {
  local kind=$1 folder=$2 file command windows_folder uninstall
  shift 2
  file=$(windows "$(echo "$work"/signed/quarry-*-"$kind"-setup.exe)")
  command="$file /S /NOWEBVIEW2"
  windows_folder=C:$(echo "${folder#/wine/drive_c}" | tr / '\\')
  uninstall="\"$windows_folder\\uninstall.exe\" /S"
  payload=$(dirname "$(find "$work/signed-payload" -name quarry.exe)")
  step "$kind setup: without WebView2, which cannot be installed here, it says so by 68" ends 68 "$file /S"
  step "$kind setup: it installs" installed "$folder" uninstall.exe
  step "$kind setup: used" exports "$folder"
  step "$kind setup: upgraded over itself, the profile stays" upgrades "$command"
  step "$kind setup: refused while the window runs" refused "$folder" quarry.exe "$command"
  step "$kind setup: refused while the command line runs" refused "$folder" quarry-cli.exe "$command"
  step "$kind setup: uninstalling is refused as well" refused "$folder" quarry.exe "$uninstall _?=$windows_folder"
  cp "$folder/uninstall.exe" "$work/uninstall.exe"
  echo mine >"$folder/mine.txt"
  step "$kind setup: uninstalled" ends 0 "$uninstall"
  step "$kind setup: a file of the user's stays, and nothing else" stays ".${folder#/wine/drive_c}" ".${folder#/wine/drive_c}/mine.txt" "$@"
  rm "$folder/mine.txt" && rmdir "$folder"
  step "$kind setup: installed again" ends 0 "$command"
  step "$kind setup: uninstalled" ends 0 "$uninstall"
  step "$kind setup: its folder is gone" stays "$@"
  mkdir /wine/drive_c/empty
  step "$kind setup: installed in a folder that was there" ends 0 "$command /D=C:\\empty"
  step "$kind setup: upgraded there" ends 0 "$command"
  step "$kind setup: it is there" installed /wine/drive_c/empty uninstall.exe
  step "$kind setup: uninstalled" ends 0 'C:\empty\uninstall.exe /S'
  step "$kind setup: the folder stays" stays ./empty "$@"
  rmdir /wine/drive_c/empty
}

msi() {
  local file
  file=$(windows "$(echo "$work"/signed/quarry-*.msi)")
  payload=$(dirname "$(find "$work/signed-payload" -name quarry.exe)")
  step 'MSI: installed' ends 0 "msiexec /i $file /qn"
  step 'MSI: it installs' installed "$machine"
  step 'MSI: used' exports "$machine"
  step 'MSI: upgraded over itself, the profile stays' upgrades "msiexec /i $file /qn"
  echo mine >"$machine/mine.txt"
  step 'MSI: uninstalled' ends 0 "msiexec /x $file /qn"
  step "MSI: a file of the user's stays, and nothing else" stays "./Program Files/Quarry" "./Program Files/Quarry/mine.txt" "$@"
  rm "$machine/mine.txt" && rmdir "$machine"
  step 'MSI: installed again' ends 0 "msiexec /i $file /qn"
  step 'MSI: uninstalled' ends 0 "msiexec /x $file /qn"
  step 'MSI: its folder is gone' stays "$@"
}

Xvfb -displayfd 3 -nolisten tcp -noreset 3>"$work/display" >/dev/null 2>&1 &
for _ in $(seq 100); do [ ! -s "$work/display" ] || break; sleep 0.1; done
DISPLAY=:$(cat "$work/display")
export DISPLAY
wineserver --wait
files >"$work/files"
step 'a profile' make_profile
stay=(./users/root/AppData/Local/Quarry ./users/root/AppData/Roaming/Quarry)
mkdir -p "$home/AppData/Local/Quarry" # which the window makes
# Every user's folder of programs, in which Quarry has its own.
setup user "$user" "${stay[@]}" ./users/root/AppData/Local/Programs
setup machine "$machine" "${stay[@]}" ./users/root/AppData/Local/Programs
msi "${stay[@]}" ./users/root/AppData/Local/Programs
