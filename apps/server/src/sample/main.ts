import { loadConfig } from '../load-config.ts'
import { startDatabase } from '../db/start-database.ts'
import { openDatabase } from '../db/open.ts'
import { openMedia } from '../modules/media/index.ts'
import { openStorage } from '../platform/files/index.ts'
import { createLog } from '../platform/log.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { addSample } from './sample.ts'

// npm run sample: works next to a running server, whose maps show the new spots immediately.

async function run(): Promise<string> {
  const config = loadConfig()
  const log = createLog('warn')
  const { url, stop } = await startDatabase(config, log, { borrow: true })
  const db = openDatabase(url, { max: 4 })
  const storage = await openStorage(config)
  const media = await openMedia({ db, log, storage, videoEncoder: null })
  try {
    const added = await addSample({ db, media, print: (line) => process.stdout.write(`  ${line}\n`) })
    return added === 0 ? 'The sample spots were already added.' : `Added ${added} spots.`
  } finally {
    await media.close()
    storage.close()
    await db.destroy()
    await stop()
  }
}

await run().then(
  (message) => {
    process.stdout.write(`${message}\n`)
    process.exit(0)
  },
  (error) => {
    console.error(describeFailure(error) ?? error)
    process.exit(1)
  },
)
