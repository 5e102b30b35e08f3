import { ensureInstalled } from './lib/install.mjs'
import { quickChecks } from './lib/quick-checks.mjs'
import { finish } from './lib/tally.mjs'

// npm run check: runs all checks that need no database or browser: format, lint, types, rules, units.
await ensureInstalled()
await quickChecks({ byFolder: true })
finish()
