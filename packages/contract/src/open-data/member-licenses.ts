/**
 * Licenses that an operator can choose for the spot data that members add (`MEMBER_LICENSE`), as SPDX identifiers.
 * Both allow members' data in one database with data from OpenStreetMap.
 */
export const MEMBER_LICENSES = ['ODbL-1.0', 'CC0-1.0'] as const

/** One of the {@link MEMBER_LICENSES}. */
export type MemberLicense = (typeof MEMBER_LICENSES)[number]

/** The addresses of the licenses' texts. */
export const MEMBER_LICENSE_URLS: Record<MemberLicense, string> = {
  'ODbL-1.0': 'https://opendatacommons.org/licenses/odbl/1-0/',
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
}
