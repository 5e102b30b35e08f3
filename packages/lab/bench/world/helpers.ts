import { sql } from 'kysely'
import type { Db } from '../../../../apps/server/src/db/open.ts'

/** The syllables in generated names, which are also used to generate searches. */
export const SYLLABLES =
  'ba,ko,ri,tel,mun,sa,vi,dor,len,pa,shu,gre,nik,ol,fra,zem,ti,wol,hei,cas,lu,mar,jo,bri,est,qui'

const PHRASES = [
  'Smooth ground, a bit rough at the end.',
  'Go early, the guard is friendly until noon.',
  'Waxed it yesterday, grinds like butter.',
  'Bring a broom, there is sand again.',
  'First try after two hours.',
  'Who was this with the red deck?',
  'They put knobs on the left side.',
  'Lights go off at ten.',
  'The run-up is short but it works.',
  'Session on Sunday, everybody is welcome.',
  'Rained out, came back anyway.',
  'New angle, same ledge.',
  'Landed it switch.',
  'The bank is dry before the rest.',
  'Neighbours are fine with it.',
  'Best flat ground in town.',
]

/**
 * Creates temporary functions on the connection that fills the world. Each computes its result from a number and a
 * seed, so worlds of the same size differ only in their timestamps. `u` returns a number from 0 to 1, `id_of` a UUIDv7,
 * `name_of` a name, `text_of` a few sentences, and `key_of` a file's key.
 */
export async function makeHelpers(db: Db): Promise<void> {
  await sql
    .raw(
      `
    create function pg_temp.u(n bigint, seed int) returns float8 language sql immutable as
      $$ select ((hashint8extended(n, seed) >> 11) & 9007199254740991) / 9007199254740992.0::float8 $$;
    create function pg_temp.id_of(kind text, n bigint, at timestamptz) returns uuid language sql immutable as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8'
        || substr(h, 4, 15))::uuid from (select md5(kind || n) as h) hashed $$;
    create function pg_temp.syllable(n bigint, seed int) returns text language sql immutable as
      $$ select ('{${SYLLABLES}}'::text[])[1 + floor(pg_temp.u(n, seed) * 26)::int] $$;
    create function pg_temp.name_of(n bigint, seed int) returns text language sql immutable as
      $$ select pg_temp.syllable(n, seed) || pg_temp.syllable(n, seed + 1) || pg_temp.syllable(n, seed + 2) $$;
    create function pg_temp.phrase(n bigint, seed int) returns text language sql immutable as
      $$ select ('{${PHRASES.map((one) => `"${one}"`).join(',')}}'::text[])[1 + floor(pg_temp.u(n, seed) * ${PHRASES.length})::int] $$;
    create function pg_temp.text_of(n bigint, seed int) returns text language sql immutable as $$
      select initcap(pg_temp.name_of(n, seed)) || '. ' || pg_temp.phrase(n, seed + 3)
        || case when n % 3 = 0 then ' ' || pg_temp.phrase(n, seed + 4) else '' end
        || case when n % 7 = 0 then ' ' || pg_temp.phrase(n, seed + 5) else '' end $$;
    create function pg_temp.key_of(n bigint) returns text language sql immutable as
      $$ select translate(left(md5('key' || n), 26), '0189', 'wxyz') $$;
  `,
    )
    .execute(db)
}

/** Disables the tables' indexes, including keys, runs `work`, and then rebuilds each index in one pass. */
export async function withoutIndexes(
  db: Db,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  await sql`update pg_index set indisready = false, indisvalid = false where indrelid = any (${tables}::regclass[])`.execute(
    db,
  )
  await work()
  for (const table of tables) await sql`reindex table ${sql.table(table)}`.execute(db)
}
