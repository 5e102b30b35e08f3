import {
  type Area,
  type AreaInView,
  type Box,
  mayActAsSteward,
  type NamedArea,
  type SpotStewardship,
  type Viewer,
} from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { findArea, findAreaName, selectAreasIn, selectAreasOf, selectStewardship } from './areas.queries.ts'
import { selectAreasOfViewer } from './follows.queries.ts'

function getId(viewer: Viewer | null): string | null {
  return viewer?.user_id ?? null
}

/** Returns the areas in a box. */
export async function areasInView(db: Db, viewer: Viewer | null, box: Box): Promise<{ items: AreaInView[] }> {
  return { items: await selectAreasIn(db, getId(viewer), box) }
}

/** Returns an area's page. @throws Refusal AREA_NOT_FOUND */
export async function areaPage(db: Db, viewer: Viewer | null, id: string): Promise<Area> {
  const area = await findArea(db, getId(viewer), id)
  if (!area) throw new Refusal('AREA_NOT_FOUND')
  return { ...area, is_steward: area.is_steward || Boolean(viewer?.is_admin) }
}

/** @throws Refusal AREA_NOT_FOUND */
export async function requireArea(db: Db, id: string): Promise<NamedArea> {
  const area = await findAreaName(db, id)
  if (!area) throw new Refusal('AREA_NOT_FOUND')
  return area
}

/** Returns the areas that the viewer follows or is a steward of. */
export async function readOwnAreas(
  db: Db,
  { user_id }: Viewer,
): Promise<{ followed: NamedArea[]; steward_of: NamedArea[] }> {
  return {
    followed: await selectAreasOfViewer(db, 'area_follows', user_id),
    steward_of: await selectAreasOfViewer(db, 'area_stewards', user_id),
  }
}

/**
 * Returns a steward's areas.
 * @throws Refusal PERSON_NOT_FOUND
 */
export async function readPersonAreas(
  db: Db,
  viewer: Viewer | null,
  user_id: string,
): Promise<{ items: NamedArea[] }> {
  const items = await selectAreasOf(db, getId(viewer), user_id)
  if (!items) throw new Refusal('PERSON_NOT_FOUND')
  return { items }
}

/** Returns stewards' activity at a spot. @throws Refusal SPOT_NOT_FOUND */
export async function getStewardship(
  db: Db,
  viewer: Viewer | null,
  spot_id: string,
): Promise<SpotStewardship> {
  const row = await selectStewardship(db, getId(viewer), spot_id)
  if (!row) throw new Refusal('SPOT_NOT_FOUND')
  const { is_steward, created_by, ...shown } = row
  const may = viewer !== null && (viewer.is_admin || is_steward)
  return { ...shown, may_act: mayActAsSteward(viewer, created_by, may) }
}
