import type { ImportArea } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'

/** Why records weren't imported. */
export const REFUSALS: Record<ImportArea['refusals'][number]['kind'], () => string> = {
  shop: m.imports_osm_refused_shop,
  other_sport: m.imports_osm_refused_other_sport,
  private: m.imports_osm_refused_private,
  closed: m.imports_osm_refused_closed,
  no_position: m.imports_osm_refused_no_position,
  unreadable: m.imports_osm_refused_unreadable,
  invalid: m.imports_osm_refused_invalid,
}
