type Play = (playing: boolean) => void

/**
 * Lets at most `most` videos play at a time, those first that came first. `enter` asks for a place and gives the undo;
 * `play` is told when the place is there, and when it is given back.
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
