// Records, by strace, where a program and its children connect to.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The command that records into a file the connections of the command after it, whose process id stays its own. */
export const recording = (file) => [
  ...['strace', '-D', '-f', '--seccomp-bpf', '-qq'],
  ...['-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-e', 'signal=none', '-o', file],
]

/** Whether this system lets a program be recorded: the reason why not, '' if it does. */
export function lackingRecorder() {
  const { status, stderr, error } = spawnSync('strace', ['-qq', '-e', 'trace=none', 'true'], { encoding: 'utf8' })
  return status === 0 ? '' : `strace records nothing here: ${error?.message ?? stderr.trim()}`
}

const inet = /sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]+)"|inet_pton\(AF_INET6, "([^"]+)")/g

/** The addresses, as host:port, that a recorded program connected or sent to over a network, each once, in order. */
export function addressesIn(file) {
  const found = new Set()
  for (const [, port, v4, v6] of readFileSync(file, 'utf8').matchAll(inet)) found.add(`${v4 ?? `[${v6}]`}:${port}`)
  return [...found].sort()
}
