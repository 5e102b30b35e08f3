type Play = (playing: boolean) => void

/**
 * Lets at most `max` videos play at the same time, first come, first served. `enter` requests a slot and returns a
 * cleanup function; `play` is called when the slot is granted or withdrawn.
 */
export function makePlaySlots(max: number): { enter: (play: Play) => () => void } {
  const playing = new Set<Play>()
  const waiting = new Set<Play>()
  const fill = () => {
    for (const play of waiting) {
      if (playing.size >= max) return
      waiting.delete(play)
      playing.add(play)
      play(true)
    }
  }
  return {
    enter(play) {
      waiting.add(play)
      fill()
      return () => {
        waiting.delete(play)
        if (!playing.delete(play)) return
        play(false)
        fill()
      }
    },
  }
}
