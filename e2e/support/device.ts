import type { Page } from '@playwright/test'

/** A place where a browser stores data. */
export type Place = { where: string; text: string }

/** Reads all of the browser's storage from within the page; used by {@link everythingStored}. */
async function readAll(): Promise<Place[]> {
  const places: Place[] = []
  const gunzip = async (blob: Blob) => {
    const [a, b] = new Uint8Array(await blob.slice(0, 2).arrayBuffer())
    if (a !== 0x1f || b !== 0x8b) return blob.text()
    return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text()
  }
  const readText = async (value: unknown): Promise<string> => {
    if (value instanceof Blob) return gunzip(value)
    if (Array.isArray(value)) return (await Promise.all(value.map(readText))).join(' ')
    if (value && typeof value === 'object')
      return (await Promise.all(Object.entries(value).flat().map(readText))).join(' ')
    return String(value)
  }
  for (const [where, storage] of Object.entries({ localStorage, sessionStorage }))
    for (const [name, value] of Object.entries(storage))
      places.push({ where: `${where} ${name}`, text: `${name} ${value}` })
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name))
    for (const store of db.objectStoreNames) {
      const objects = db.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())])
      places.push({ where: `IndexedDB ${name}`, text: await readText([...keys, ...values]) })
    }
    db.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const key of await cache.keys()) {
      const found = await cache.match(key)
      places.push({
        where: `cache ${name}`,
        text: `${key.url} ${found ? await readText(await found.blob()) : ''}`,
      })
    }
  }
  return places
}

/** Returns everything the browser stores for a page except the app itself: storage, databases, caches, cookies. */
export async function everythingStored(page: Page): Promise<Place[]> {
  const cookies = await page.context().cookies()
  const places = await page.evaluate(readAll)
  return [
    ...places.filter(({ where }) => !/^cache (?:program|ground)-/.test(where)),
    ...cookies.map(({ name, value }) => ({ where: `cookie ${name}`, text: `${name} ${value}` })),
  ]
}

/** Lists the storage locations that contain any of these strings. */
export async function whereStored(page: Page, texts: readonly string[]): Promise<string[]> {
  const places = await everythingStored(page)
  const found = places.filter(({ text }) => texts.some((one) => text.includes(one)))
  return [...new Set(found.map(({ where }) => where))]
}
