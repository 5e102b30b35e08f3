// A mail server that stores each email as a file in FOLDER instead of delivering it, for the single-machine fleet.
//   node deploy/mailbox.mjs PORT FOLDER
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'

const [port, folder] = process.argv.slice(2)
mkdirSync(folder, { recursive: true, mode: 0o700 })

async function store(stream, _session) {
  const path = join(folder, `${Date.now()}-${randomUUID()}`)
  await writeFile(`${path}.half`, await buffer(stream), { mode: 0o600 })
  // Readers of the folder only see complete emails.
  await rename(`${path}.half`, `${path}.eml`)
}

const server = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  onData: callbackify(store),
})
server.on('error', (error) => console.error(error.message))
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => server.close(() => process.exit(0)))
