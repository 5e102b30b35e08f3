import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/db/open.ts'

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const sum = (plan: Plan, table: string): number => {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  return (
    (plan['Relation Name'] === table ? own : 0) +
    (plan.Plans ?? []).reduce((all, one) => all + sum(one, table), 0)
  )
}

/** How many rows of a table a statement looks at when it is run. */
export const rowsRead = async (db: Db, statement: RawBuilder<unknown>, table: string): Promise<number> => {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }]
  }>`explain (analyze, format json) ${statement}`.execute(db)
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('no plan')
  return sum(plan.Plan, table)
}
