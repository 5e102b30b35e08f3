import type { ModeratedPerson } from '@nollie/contract'
import { sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { contains } from '../../db/text-search.ts'

/** Returns members whose username or name contains `q`, shortest first. Includes suspended members. */
export async function selectMembers(db: Db, q: string, limit: number): Promise<ModeratedPerson[]> {
  const { rows } = await sql<{ item: ModeratedPerson }>`
    select json_build_object('user_id', member.user_id, 'username', member.username, 'full_name', member.full_name,
      'avatar_url', member.avatar_url, 'is_admin', member.is_admin, 'is_suspended', member.suspended_at is not null,
      'created_at', ${moment('member.created_at')}) as item
    from profiles member
    where member.former_at is null
      and ${contains(sql`member.search_username || ' ' || member.search_name`, q)}
    order by length(member.username), member.user_id limit ${limit}`.execute(db)
  return rows.map(({ item }) => item)
}

/** Returns whether a member is an admin, or undefined for an unknown id or a former member. */
export async function findMember(db: Db, user_id: string): Promise<{ is_admin: boolean } | undefined> {
  return db
    .selectFrom('profiles')
    .select('is_admin')
    .where('user_id', '=', user_id)
    .where('former_at', 'is', null)
    .executeTakeFirst()
}
