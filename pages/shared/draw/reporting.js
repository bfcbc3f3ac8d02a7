// When changes are reported to Python: at intervals while the bars change, and once more at the end.
const PAUSE = 180; // ms without a key press that end a burst of them

export class Reporter {
  /** @param {(final: boolean) => void} send */
  constructor(send) {
    this.send = send;
    this.interval = 0; // ms
    this.sentAt = 0;
    this.timer = 0;
    this.pause = 0;
  }

  /** @param {boolean} final */
  report(final) {
    const wait = this.interval - (performance.now() - this.sentAt);
    if (!final && wait > 0) {
      this.timer ||= setTimeout(() => {
        this.timer = 0; // first: a timer that fires a little early sets the next one
        this.report(false);
      }, wait);
      return;
    }
    if (final) clearTimeout(this.pause);
    clearTimeout(this.timer);
    this.timer = 0;
    this.sentAt = performance.now();
    this.send(final);
  }

  /**
   * Report one of a burst of steps; `end` is called when the burst is over, before its last report.
   * @param {() => void} end
   */
  reportBurst(end) {
    this.report(false);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      end();
      this.report(true);
    }, PAUSE);
  }

  stop() {
    clearTimeout(this.timer);
    clearTimeout(this.pause);
    this.timer = 0;
  }
}
