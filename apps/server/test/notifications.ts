import type { TestApp } from './app.ts'
import type { TestPerson } from './people.ts'

/** The stored notifications of a person, oldest first, also those that the API hides. */
export const notificationRows = ({ db }: Pick<TestApp, 'db'>, { user_id }: Pick<TestPerson, 'user_id'>) =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
