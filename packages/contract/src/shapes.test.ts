import { expect, test } from 'vitest'
import { PointQuery } from './places/places.ts'
import { BoxIn, Near } from './shapes.ts'

// The shortest texts of some doubles have more than 15 decimals.
test.for([2.1, 0.30000000000000004, 0.001234567890123457, -1e-7, 180, 0])(
  'accepts the longitude %s as programs write it',
  (longitude) => {
    expect(PointQuery.parse({ latitude: '41.38', longitude: String(longitude) }).longitude).toBe(longitude)
    expect(Near.parse(`41.38,${longitude}`)).toEqual({ latitude: 41.38, longitude })
    expect(BoxIn.parse(`${longitude},1,190,2`).west).toBe(longitude)
  },
)

test.for(['', ' 2', '2,', '1e9', '1e999', '0x1', 'NaN', 'Infinity', '.5', '181', '2.1°'])(
  'refuses the longitude "%s"',
  (longitude) => {
    expect(PointQuery.safeParse({ latitude: '41.38', longitude }).success).toBe(false)
    expect(Near.safeParse(`41.38,${longitude}`).success).toBe(false)
  },
)
