import { sql } from 'kysely'
import type { Db } from '../../../../apps/server/src/db/open.ts'

/** Creates facts for every fourth spot, with two obstacles and who suggested them. Spots must already exist. */
export async function makeFacts(db: Db): Promise<void> {
  await sql`insert into spot_facts (spot_id, qk, surface, light_at_night, roof, water, for_beginners, version)
    select s.id, s.qk, (array['glassy', 'smooth', 'average', 'rough', 'crusty'])[1 + place.n % 5],
      (array['none', 'partial', 'full'])[1 + place.n % 3], (array['none', 'full'])[1 + place.n % 2],
      place.n % 8 < 4, place.n % 3 = 0, 1
    from place join spots s on s.id = place.id where place.n % 4 = 0`.execute(db)
  await sql`insert into spot_obstacles (spot_id, id, kind, height_cm, length_cm, since)
    select f.spot_id, gen_random_uuid(), (array['ledge', 'rail', 'stairs', 'bank'])[1 + (f.qk + o) % 4],
      20 + (f.qk + o * 31) % 80, 100 + f.qk % 300, 1
    from spot_facts f, generate_series(1, 2) o`.execute(db)
  await sql`insert into fact_suggestions (id, spot_id, user_id, fields, patch, before, state, version, applied_at)
    select gen_random_uuid(), f.spot_id, s.created_by, array['surface'], jsonb_build_object('surface', f.surface),
      '{"surface": null}', 'applied', 1, now()
    from spot_facts f join spots s on s.id = f.spot_id`.execute(db)
  await sql`analyze spot_facts, spot_obstacles, fact_suggestions`.execute(db)
}
