/** The form under which a username is unique: Unicode's look-alikes of letters and digits folded, lower case. */
export const foldUsername = (username: string): string => username.normalize('NFKC').toLowerCase()

const RESERVED = [
  'about',
  'abuse',
  'admin',
  'administrator',
  'anonymous',
  'api',
  'app',
  'auth',
  'billing',
  'community',
  'contact',
  'dashboard',
  'deleted',
  'everyone',
  'feed',
  'guest',
  'help',
  'hostmaster',
  'info',
  'legal',
  'login',
  'logout',
  'mail',
  'mod',
  'moderation',
  'moderator',
  'mods',
  'news',
  'nobody',
  'nollie',
  'nollieapp',
  'noreply',
  'null',
  'official',
  'operator',
  'owner',
  'postmaster',
  'press',
  'privacy',
  'profile',
  'root',
  'security',
  'settings',
  'signin',
  'signup',
  'spot',
  'spots',
  'staff',
  'support',
  'sysadmin',
  'system',
  'team',
  'undefined',
  'user',
  'users',
  'webmaster',
  'welcome',
]

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '.': '',
  _: '',
}

const skeletonOf = (username: string) =>
  foldUsername(username).replaceAll(/[013457l._]/g, (sign) => LOOKS_LIKE[sign] ?? sign)

const reserved = new Set(RESERVED.map(skeletonOf))

/** Whether a username would pass for the product or its staff (`Admin`, `n0llie`, `_root_`), or means nobody. */
export const isReserved = (username: string): boolean => reserved.has(skeletonOf(username))
