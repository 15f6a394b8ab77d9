// Runs before the tests of every view, for the waits of its library: see waiting.setup.ts.
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 20_000 })
