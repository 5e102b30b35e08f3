import type { TestApp } from './app.ts'
import type { TestPerson } from '../actors/people.ts'

/** Selects a person's stored notifications, oldest first, including those the API hides. */
export function notificationRows({ db }: Pick<TestApp, 'db'>, { user_id }: Pick<TestPerson, 'user_id'>) {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
