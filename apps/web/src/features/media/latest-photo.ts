import { checkPhoto } from './check-file.ts'

/**
 * Returns a function that validates a chosen photo. It resolves to null if another photo is chosen meanwhile, because
 * checks of large photos can end in another order.
 */
export function makePhotoCheck(check = checkPhoto) {
  let latest: File | null = null
  return async (chosen: File) => {
    latest = chosen
    const found = await check(chosen)
    return latest === chosen ? found : null
  }
}
