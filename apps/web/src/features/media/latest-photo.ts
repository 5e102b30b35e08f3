import { checkPhoto } from './check-file.ts'

/**
 * Returns a function that validates a chosen photo. It resolves to null if another photo is chosen in the meantime,
 * because checks of large photos can finish out of order.
 */
export function makePhotoCheck(check = checkPhoto) {
  let latest: File | null = null
  return async (chosen: File) => {
    latest = chosen
    const found = await check(chosen)
    return latest === chosen ? found : null
  }
}
