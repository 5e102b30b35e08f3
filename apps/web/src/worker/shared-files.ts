/** The address to which the device sends what somebody shares with Nollie (see the manifest). */
export const SHARE_TARGET = '/share-spot'
/** The cache in which they wait for the form, which reads and deletes it (`features/share/shared-files.ts`). */
const SHARED = 'shared-files'

/** Deletes what waits for the form. */
export const dropShared = (): Promise<boolean> => caches.delete(SHARED)

/** Stores photos and videos that were shared with Nollie, and leads to the form with them. */
export const receiveShared = async (request: Request): Promise<Response> => {
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
