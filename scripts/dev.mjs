import { ensureInstalled } from './lib/install.mjs'
import { stayWith } from './lib/stay.mjs'

// The server with restart on every change, and Vite with hot reload in front of it (it prints the address to open).
await ensureInstalled()
const port = process.env.PORT || '3000'
stayWith([
  { args: ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], env: { PORT: port } },
  { args: ['node_modules/vite/bin/vite.js', 'apps/web'], env: { NOLLIE_SERVER: `http://localhost:${port}` } },
])
