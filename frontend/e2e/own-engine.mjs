// A real engine for one test, which can be stopped and restarted.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { asking } from './engine.mjs'
import { start, temporary } from './harness.mjs'

const program = 'build/out/engine'

/** What is missing to start an engine, '' if it can be started. */
export const lackingOwn = () => (existsSync(resolve(import.meta.dirname, '../..', program)) ? '' : program)

/**
 * Starts an engine of that version with security off. stop() ends it like a service, and begin() restarts it on the
 * same port with its data.
 */
export async function openOwnEngine(version) {
  const { folder, remove } = temporary('quarry-node-')
  let node
  const begin = async (listen) => {
    node = start(program, ['--version', version, '--data', folder, '--listen', listen], 'listening on ')
    return node.line
  }
  const stop = async () => {
    const { child } = node
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.on('exit', done))
    child.kill('SIGTERM')
    await ended
  }
  const url = await begin('127.0.0.1:0')
  return {
    url,
    ...asking(url),
    stop,
    begin: () => begin(new URL(url).host),
    close: async () => {
      await stop()
      remove()
    },
  }
}
