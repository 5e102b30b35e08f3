import { loadConfig } from './load-config.ts'
import { startDatabase } from './db/start-database.ts'
import { type Db, openDatabase } from './db/open.ts'
import { suspendByEmail } from './modules/accounts/index.ts'
import { setAdmin } from './modules/profiles/index.ts'
import { createLog } from './platform/log.ts'
import { runCommand } from './platform/run-command.ts'
import { StartRefused } from './platform/start-refused.ts'

// Operator commands, which can run alongside a running server and take effect on its next request.

const COMMANDS: Record<string, { says: string; does: (db: Db, email: string) => Promise<string | null> }> = {
  grant: { says: 'is an admin now', does: (db, email) => setAdmin(db, email, true) },
  revoke: { says: 'is no longer an admin', does: (db, email) => setAdmin(db, email, false) },
  suspend: { says: 'is suspended now', does: (db, email) => suspendByEmail(db, email, true) },
  restore: { says: 'is no longer suspended', does: (db, email) => suspendByEmail(db, email, false) },
}

async function run([name = '', email, ...rest]: string[]): Promise<string> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || !email || rest.length > 0) {
    throw new StartRefused(`Usage: npm run admin -- ${Object.keys(COMMANDS).join('|')} EMAIL`)
  }
  const config = loadConfig({ storesFiles: false })
  const { url, stop } = await startDatabase(config, createLog('warn'), { borrow: true })
  const db = openDatabase(url, { max: 1 })
  try {
    const userId = await command.does(db, email)
    if (!userId) throw new StartRefused(`There is no account with the address ${email}.`)
    return `${email} ${command.says}.`
  } finally {
    await db.destroy()
    await stop()
  }
}

await runCommand(run)
