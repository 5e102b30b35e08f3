import { ensureWebBuilt } from './lib/build-web.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { giveUp } from './lib/run.mjs'
import { SERVER_ENV, SERVER_FLAGS } from './lib/server-process.mjs'
import { runInForeground } from './lib/foreground.mjs'

await ensureInstalled()
const built = await ensureWebBuilt()
if (built.code !== 0) giveUp(`Couldn't build the web client.\n\n${built.output}`)
runInForeground([
  {
    args: [...SERVER_FLAGS, 'apps/server/src/main.ts', ...process.argv.slice(2)],
    env: { ...SERVER_ENV, NODE_ENV: 'production' },
  },
])
