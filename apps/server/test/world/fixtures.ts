import { test as base } from 'vitest'
import type { AppDeps } from '../../src/app.ts'
import { actor, createVisitor } from '../actors/actor.ts'
import { testApp } from './app.ts'
import { makeAdmin } from '../actors/people.ts'

/**
 * Returns a `test` for a file that has its own app, started with these options. Each person signs up when a test first
 * uses them.
 */
export function testWith(options: Partial<AppDeps> = {}) {
  return base
    .extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
      const app = await testApp(options)
      onCleanup(() => app.close())
      return app
    })
    .extend('visitor', { scope: 'file' }, ({ app }) => createVisitor(app))
    .extend('ada', { scope: 'file' }, ({ app }) => actor(app, 'ada'))
    .extend('ben', { scope: 'file' }, ({ app }) => actor(app, 'ben'))
    .extend('cleo', { scope: 'file' }, ({ app }) => actor(app, 'cleo'))
    .extend('mod', { scope: 'file' }, async ({ app }) => {
      const mod = await actor(app, 'mod')
      await makeAdmin(app.db, mod.user_id)
      return mod
    })
}

/** A `test` for a file with its own app: `test('...', async ({ app, ada, ben }) => ...)`. */
export const test = testWith()
