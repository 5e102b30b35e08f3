/**
 * Starts the tests' clock at the time in `NOLLIE_TEST_NOW` (ISO 8601). `npm test` repeats the unit tests on a leap day
 * in another time zone, so that no test depends on the current date.
 */
const RealDate = Date
const offset = RealDate.parse(process.env.NOLLIE_TEST_NOW ?? '') - RealDate.now()

class MovedDate extends RealDate {
  constructor(...args: [] | ConstructorParameters<typeof Date>) {
    if (args.length === 0) super(RealDate.now() + offset)
    else super(...args)
  }
  static override now(): number {
    return RealDate.now() + offset
  }
}

if (!Number.isNaN(offset)) globalThis.Date = MovedDate as DateConstructor
