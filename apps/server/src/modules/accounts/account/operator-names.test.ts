import { describe, expect, test } from 'vitest'
import { passesForOperator } from './operator-names.ts'
import { isReserved } from './reserved-usernames.ts'

describe('names that impersonate the operator (L11)', () => {
  test.each([
    'Nollie',
    'Nollie Support',
    'NOLLIE',
    'n0llie',
    'N O L L I E',
    'N.o.l.l.i.e',
    'Team Nollie',
    'nollie2026',
    'Admin',
    'Admin Dave',
    'Dave (Admin)',
    'AdminDave',
    'Dave-Admin',
    'adrnin',
    'Adrnin',
    '4dm1n',
    'aᎠmin',
    'aclmin',
    'Moderator',
    'Moderat0r',
    'Rnoderator',
    'Anna, Moderation',
    'Support',
    'The Support Team',
    'Official Team',
    'Staff',
    'Our Staff',
    'Mods',
    'nollieteam',
    'NollieHQ',
    'TheNollieApp',
    'realnollie',
    // Look-alikes: Cyrillic, Greek, full-width, mathematical, circled, accented, dotless, and zero-width letters.
    'Nоllie',
    'Νollie',
    'Ｎｏｌｌｉｅ',
    '𝐍𝐨𝐥𝐥𝐢𝐞',
    'Ⓝollie',
    'Nöllíe',
    'Nollıe',
    'Nol\u200blie',
    'АДMIN'.replace('Д', 'd'),
    'Suppоrt',
    'ꓠollie',
    '🅽🅾🅻🅻🅸🅴',
    '🇳🇴🇱🇱🇮🇪',
    'NO||IE',
    'N ollie',
    'Nollie®',
    '★ Nollie ★',
  ])('%j does', (name) => {
    expect(passesForOperator(name)).toBe(true)
  })

  test.each([
    'Adam Admiral',
    'Modesto',
    'Ollie Nolan',
    'Staffan',
    'Nolan',
    'Ollie',
    'Nollander',
    'Maya Okafor',
    'Ada L.',
    'Modern Talking',
    'Adminton',
    'Badminton Ben',
    'Supporter',
    'Tony Official',
    'Mod Father',
    'Teamwork',
    'Skate Team',
    'Zoë Ñandú 李 🛹',
    'Иван Новиков',
    'Νίκος Παπαδόπουλος',
    'Système Dé',
    'The Real Deal',
    'Rootsy',
    'Ira Owner',
    '',
    'Domini',
    'Arnold',
    'Barney Warner',
    'Clement',
    'desmond.pops',
    'sasha_noslide',
    'nolie',
    'Ollie 180',
  ])('%j does not', (name) => {
    expect(passesForOperator(name)).toBe(false)
  })

  test('checks a long name quickly', () => {
    expect(passesForOperator('mod'.repeat(26))).toBe(true)
    expect(passesForOperator(`${'mod'.repeat(26)}x`)).toBe(false)
    expect(passesForOperator(`${'teamthe'.repeat(11)}x`)).toBe(false)
  })
})

test.each([
  'adrnin',
  'nollie_team',
  'nollie.support',
  'admin_nollie',
  'vvebmaster',
  'rnods',
  'm0ds',
  'spots',
  'sp0ts_',
  'aclmin',
  'Nollie.Mod',
  'dave_admin',
  'the.moderator',
  'nollieteam',
  'admin1',
  'n.o.l.l.i.e',
  'former.0123456789abcdef',
  'Former.0123456789ABCDEF',
])('the username %j is reserved', (username) => {
  expect(isReserved(username)).toBe(true)
})

test.each([
  'ollie.nolan',
  'staffan',
  'modesto',
  'admiral_adam',
  'adam_admiral',
  'skate_team',
  'vans.official',
  'spotter',
  'desmond.pops',
  'maya',
  'b_0a1b2c3d4e',
  'skater_00ff11',
  'former.friend',
  'help_me_ollie',
  'mod_father',
])('the username %j is free', (username) => {
  expect(isReserved(username)).toBe(false)
})
