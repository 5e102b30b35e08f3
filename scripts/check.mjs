import { ensureInstalled } from './lib/install.mjs'
import { quickChecks } from './lib/quick-checks.mjs'
import { finish } from './lib/tally.mjs'

// npm run check: all checks that need no database and no browser: format, lint, types, rules, units.
await ensureInstalled()
await quickChecks({ byFolder: true })
finish()
