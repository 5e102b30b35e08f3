import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { ROOT } from './lib/run.mjs'
import { runInForeground } from './lib/foreground.mjs'

// npm run dev: runs the server, restarted on every change, behind Vite with hot reload. Vite prints the URL to open.
await ensureInstalled()
const port = process.env.PORT || '3000'
runInForeground([
  {
    args: ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'],
    env: { PORT: port, NODE_ENV: 'development' },
  },
  {
    args: [join(ROOT, 'node_modules/vite/bin/vite.js')],
    cwd: join(ROOT, 'apps/web'),
    env: { NOLLIE_SERVER: `http://localhost:${port}` },
  },
])
