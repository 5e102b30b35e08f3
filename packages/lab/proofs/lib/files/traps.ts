import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Trap } from './hostile-families.ts'

/** Traps that detect when hostile content has an effect; {@link sprung} lists the ones that were triggered. */
export type Traps = Trap & { origin: string; sprung: () => string[]; close: () => void }

/** Opens a folder that nothing else writes to, and a server that nothing else calls. */
export async function openTraps(): Promise<Traps> {
  const folder = mkdtempSync(join(tmpdir(), 'nollie-trap-'))
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    touch: (name) => join(folder, name),
    url: (name) => `${origin}/${name}`,
    sprung: () => [...asked, ...(existsSync(folder) ? readdirSync(folder) : [])],
    close: () => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
