import { ensureWebBuilt } from './lib/build-web.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { stayWith } from './lib/stay.mjs'

await ensureInstalled()
await ensureWebBuilt()
stayWith([{ args: ['apps/server/src/main.ts'], env: { NODE_ENV: 'production' } }])
