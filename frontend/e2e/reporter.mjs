// Prints one line for each test; the last line counts them. build/tally reads these lines.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = new URL('../..', import.meta.url).pathname
const signs = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }

const words = ({ stack, message, value }) =>
  stripVTControlCharacters(stack ?? message ?? value ?? 'no reason was given')

export default class Lines {
  #tests = []
  #failures = []
  #counts = { passed: 0, failed: 0, skipped: 0 }

  onBegin(_, suite) {
    this.#tests = suite.allTests()
  }

  onStdOut(chunk) {
    process.stdout.write(chunk)
  }

  onStdErr(chunk) {
    process.stderr.write(chunk)
  }

  /** Failures outside of a test, such as a file that cannot be loaded. */
  onError(error) {
    this.#say('failed', 'the tests could not all be run', words(error))
  }

  onTestEnd(test, { status, duration, errors, attachments }) {
    const name = `${test.title} (${(duration / 1000).toFixed(1)} s)`
    if (status === 'passed') return this.#say('passed', name)
    if (status === 'skipped') return this.#say('skipped', name, `     ${test.annotations.at(-1)?.description ?? ''}`)
    const traces = attachments.filter((one) => one.name === 'trace').map(({ path }) => `     ${relative(root, path)}`)
    this.#say('failed', name, [...errors.map(words), ...traces].join('\n'))
  }

  onEnd({ status }) {
    for (const test of this.#tests.filter(({ results }) => results.length === 0)) {
      if (status === 'passed')
        console.log(test.title) // --list
      else this.#say('failed', test.title, 'the test was not run')
    }
    // Repeated at the end, where they are easy to find.
    for (const failure of this.#failures) console.log(failure)
    const { passed, failed, skipped } = this.#counts
    console.log(`e2e: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }

  #say(outcome, name, why = '') {
    const line = `${signs[outcome]} ${name}${why === '' ? '' : `\n${why}`}`
    this.#counts[outcome] += 1
    if (outcome === 'failed') this.#failures.push(line)
    console.log(line)
  }
}
