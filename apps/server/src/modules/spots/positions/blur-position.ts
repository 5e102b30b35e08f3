import { randomInt } from 'node:crypto'
import type { Precision } from '@nollie/contract'
import { findTownAt } from '../../places/index.ts'
import { metresBetween } from '@nollie/contract/places/metres-between'

type Point = { latitude: number; longitude: number }

/** Two approximate positions for a spot: one within 150 m of it, the other within a kilometer. */
export type Blur = { near: Point; far: Point }

const NEAR = 150
/** Radius around the nearer point in meters, so that the farther one is at most a kilometer from the spot. */
const FAR = 1_000 - NEAR
/**
 * A point is reused as long as the spot is within this multiple of the radius. A corrected pin then gets no new random
 * offset.
 */
const STAYS = 1.25
/** Steps per degree of the grid used when there is no town nearby: a tenth of a degree, 11 km. */
const GRID = 10
/**
 * Maximum distance in meters between a spot shown by town and the town's center. The offset makes it possible to select
 * each spot. It depends only on the spot's id, which is public.
 */
const TOWN_METRES = 400

const METRES_PER_DEGREE = 111_195
const FINEST = 2 ** 47

function random(): number {
  return randomInt(FINEST) / FINEST
}

function wrapped(longitude: number) {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}

/** Returns the point that is `metres` away from another, at an angle in radians. */
function pointFrom({ latitude, longitude }: Point, metres: number, angle: number): Point {
  const north = Math.max(-90, Math.min(90, latitude + (metres * Math.sin(angle)) / METRES_PER_DEGREE))
  const shrink = Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  return {
    latitude: north,
    longitude: wrapped(longitude + (metres * Math.cos(angle)) / METRES_PER_DEGREE / shrink),
  }
}

// Picks a uniformly random point in a circle. The square root accounts for the larger outer rings.
function drawnAround(point: Point, metres: number): Point {
  return pointFrom(point, metres * Math.sqrt(random()), 2 * Math.PI * random())
}

function formerOrDrawn(former: Point | undefined, point: Point, metres: number): Point {
  return former && metresBetween(former, point) <= metres * STAYS ? former : drawnAround(point, metres)
}

/**
 * Returns a spot's approximate positions. Each is derived from the previous one, so seeing several reveals no more than
 * the nearest. Existing points are reused while the spot is in their circles, because the average of repeated draws
 * would reveal the spot.
 */
export function blurPosition(exact: Point, former?: Blur): Blur {
  const near = formerOrDrawn(former?.near, exact, NEAR)
  return { near, far: formerOrDrawn(former?.far, near, FAR) }
}

function onGrid(degrees: number) {
  return Math.round(degrees * GRID) / GRID
}

// Uses the farther point instead of the exact position; see blurPosition.
async function inTown(id: string, { far }: Blur): Promise<Point> {
  const town = await findTownAt(far.latitude, far.longitude)
  if (!town) return { latitude: onGrid(far.latitude), longitude: onGrid(far.longitude) }
  const digits = Number.parseInt(id.slice(-8), 16)
  const angle = (digits % 360) * (Math.PI / 180)
  return pointFrom(town, TOWN_METRES * Math.sqrt(((digits >>> 9) % 1024) / 1024), angle)
}

/** Returns the displayed position for a spot whose exact position is restricted. */
export async function shownPoint(
  id: string,
  precision: Exclude<Precision, 'exact'>,
  blur: Blur,
): Promise<Point> {
  if (precision === 'town') return inTown(id, blur)
  return precision === 'about_150_m' ? blur.near : blur.far
}
