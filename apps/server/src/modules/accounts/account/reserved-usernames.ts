import { isFormerUsername } from '@nollie/contract/people/former-members'
import type { Refusal } from '../../../platform/http/index.ts'
import { say } from '../../../platform/languages/index.ts'
import { readAs } from './look-alikes.ts'
import { passesForOperator } from './operator-names.ts'
import { normalizeUsername, usernameTaken } from './unique-usernames.ts'

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

function toSkeleton(username: string) {
  return readAs(username.replaceAll(/[._]/g, ''))
}

const reserved = new Set(RESERVED.map(toSkeleton))

/**
 * Whether a username impersonates the product or its staff (`Admin`, `n0llie`, `nollie_team`), is a placeholder
 * (`null`), or resembles the name of a former member.
 */
export function isReserved(username: string): boolean {
  return (
    reserved.has(toSkeleton(username)) ||
    isFormerUsername(normalizeUsername(username)) ||
    passesForOperator(username)
  )
}

/** Returns the error for a reserved username. */
export function reservedUsername(): Refusal {
  return usernameTaken(say`This username is reserved. Choose another one.`)
}
