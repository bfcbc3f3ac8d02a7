// When a picture is sent to Python: at the end of a gesture, never in it.
const PAUSE = 180; // ms without a key press that end a burst of them

export class Reporter {
  /** @param {() => void} send */
  constructor(send) {
    this.send = send;
    this.pause = 0;
  }

  report() {
    clearTimeout(this.pause);
    this.send();
  }

  /**
   * One of a burst of steps: the last one is reported; `end` is called before.
   * @param {() => void} end
   */
  reportBurst(end) {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      end();
      this.send();
    }, PAUSE);
  }

  stop() {
    clearTimeout(this.pause);
  }
}
