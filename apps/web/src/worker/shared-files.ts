/** The URL path to which the device posts files shared with Nollie (see the manifest). */
export const SHARE_TARGET = '/share-spot'
/** The cache that stores the files until the form reads and deletes them (`features/share/shared-files.ts`). */
const SHARED = 'shared-files'

/** Deletes the shared files. */
export function dropShared(): Promise<boolean> {
  return caches.delete(SHARED)
}

/** Stores photos and videos shared with Nollie, and redirects to the form. */
export async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData()
  await caches.delete(SHARED)
  const cache = await caches.open(SHARED)
  const files = form.getAll('files').filter((file): file is File => file instanceof File)
  for (const [index, file] of files.entries()) {
    const headers = {
      'content-type': file.type,
      'x-name': encodeURIComponent(file.name),
      'x-stored-at': String(Date.now()),
    }
    await cache.put(`/shared/${index}`, new Response(file, { headers }))
  }
  return Response.redirect(SHARE_TARGET, 303)
}
