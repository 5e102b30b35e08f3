import { ensureInstalled } from './lib/install.mjs'
import { quickChecks } from './lib/quick-checks.mjs'
import { finish } from './lib/tally.mjs'

// What needs neither a database nor a browser: format, lint, types, rules, units.
await ensureInstalled()
await quickChecks()
finish()
