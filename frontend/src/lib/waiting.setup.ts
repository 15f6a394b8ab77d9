// Runs before the tests of every file. A machine that stands still for a second is no failure.
import { vi } from 'vitest'

const { waitFor } = vi
vi.waitFor = (check, options) => waitFor(check, options ?? { timeout: 20_000 })
