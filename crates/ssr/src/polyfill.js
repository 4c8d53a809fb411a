// Polyfills of web APIs that QuickJS lacks and the bundle needs: URL, URLSearchParams, console and a setTimeout that
// logs a warning. Implemented in Rust (polyfill.rs), whose functions are passed as `__mwanga` and removed from the
// global object here.
const native = globalThis.__mwanga;
delete globalThis.__mwanga;

// The default of ten frames ends inside React, whose component trees are deep.
Error.stackTraceLimit = 40;

const define = (name, value) =>
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
const text = (value) => `${value}`.toWellFormed();

let onChange; // (params, listener): calls `listener` after each change of `params`
let replacePairs; // (params, query): replaces the pairs of `params` without calling the listener

class URLSearchParams {
  #pairs = [];
  #listener = null;

  static {
    onChange = (params, listener) => {
      params.#listener = listener;
    };
    replacePairs = (params, query) => {
      params.#pairs = parsePairs(query);
    };
  }

  constructor(init = "") {
    if (init === null || (typeof init !== "object" && typeof init !== "function")) {
      this.#pairs = parsePairs(text(init));
    } else if (typeof init[Symbol.iterator] === "function") {
      for (const pair of init) {
        const [name, value, ...more] = pair;
        if (more.length > 0 || [...pair].length !== 2) {
          throw new TypeError("Each query pair must be a name and a value");
        }
        this.#pairs.push([text(name), text(value)]);
      }
    } else {
      for (const name of Object.keys(init)) this.#pairs.push([text(name), text(init[name])]);
    }
  }

  get size() {
    return this.#pairs.length;
  }

  append(name, value) {
    this.#pairs.push([text(name), text(value)]);
    this.#listener?.();
  }

  delete(name, value) {
    const key = text(name);
    const only = value === undefined ? undefined : text(value);
    this.#pairs = this.#pairs.filter(([k, v]) => k !== key || (only !== undefined && v !== only));
    this.#listener?.();
  }

  get(name) {
    const key = text(name);
    return this.#pairs.find(([k]) => k === key)?.[1] ?? null;
  }

  getAll(name) {
    const key = text(name);
    return this.#pairs.filter(([k]) => k === key).map(([, v]) => v);
  }

  has(name, value) {
    const key = text(name);
    const only = value === undefined ? undefined : text(value);
    return this.#pairs.some(([k, v]) => k === key && (only === undefined || v === only));
  }

  set(name, value) {
    const key = text(name);
    const first = this.#pairs.findIndex(([k]) => k === key);
    if (first < 0) {
      this.#pairs.push([key, text(value)]);
    } else {
      this.#pairs[first] = [key, text(value)];
      this.#pairs = this.#pairs.filter(([k], at) => at <= first || k !== key);
    }
    this.#listener?.();
  }

  sort() {
    this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.#listener?.();
  }

  forEach(callback, self) {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  *entries() {
    for (let at = 0; at < this.#pairs.length; at++) yield [...this.#pairs[at]];
  }

  *keys() {
    for (const [name] of this.entries()) yield name;
  }

  *values() {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  toString() {
    return native.serializeQuery(this.#pairs.flat());
  }

  get [Symbol.toStringTag]() {
    return "URLSearchParams";
  }
}

function parsePairs(query) {
  const flat = native.parseQuery(query.startsWith("?") ? query.slice(1) : query);
  const pairs = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at], flat[at + 1]]);
  return pairs;
}

// Order of the URL parts that the native functions return.
const PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
];
const SEARCH = PARTS.indexOf("search");

class URL {
  #parts;
  #params = null;

  static {
    for (const [at, name] of PARTS.entries()) {
      const set =
        name === "origin"
          ? undefined
          : function (value) {
              const parts = native.setUrlPart(this.#parts[0], name, text(value));
              // As in browsers: an invalid value is ignored, only an invalid href throws.
              if (parts === undefined && name === "href") throw invalidUrl();
              if (parts !== undefined) this.#setParts(parts);
            };
      Object.defineProperty(URL.prototype, name, {
        get() {
          return this.#parts[at];
        },
        set,
        enumerable: true,
        configurable: true,
      });
    }
  }

  static canParse(input, base) {
    return parse(input, base) !== undefined;
  }

  static parse(input, base) {
    return URL.canParse(input, base) ? new URL(input, base) : null;
  }

  constructor(input, base) {
    const parts = parse(input, base);
    if (parts === undefined) throw invalidUrl();
    this.#parts = parts;
  }

  #setParts(parts) {
    this.#parts = parts;
    if (this.#params !== null) replacePairs(this.#params, parts[SEARCH]);
  }

  get searchParams() {
    if (this.#params === null) {
      this.#params = new URLSearchParams(this.#parts[SEARCH]);
      onChange(this.#params, () => {
        const parts = native.setUrlPart(this.#parts[0], "search", this.#params.toString());
        if (parts !== undefined) this.#parts = parts;
      });
    }
    return this.#params;
  }

  toString() {
    return this.#parts[0];
  }

  toJSON() {
    return this.#parts[0];
  }

  get [Symbol.toStringTag]() {
    return "URL";
  }
}

function parse(input, base) {
  return native.parseUrl(text(input), base === undefined ? null : text(base));
}

function invalidUrl() {
  const error = new TypeError("Invalid URL");
  error.code = "ERR_INVALID_URL";
  return error;
}

function inspect(value) {
  if (typeof value === "string") return value;
  if (value instanceof Error) return `${value}\n${value.stack ?? ""}`.trimEnd();
  if (typeof value === "object" && value !== null) {
    try {
      return JSON.stringify(value) ?? `${value}`;
    } catch {
      return Object.prototype.toString.call(value);
    }
  }
  return String(value);
}

// Format strings with placeholders, which React's warnings use.
function format(values) {
  let next = 0;
  let first = "";
  if (typeof values[0] === "string") {
    next = 1;
    first = values[0].replace(/%[sdifoOc%]/g, (mark) => {
      if (mark === "%%") return "%";
      if (next >= values.length) return mark;
      const value = values[next++];
      if (mark === "%c") return "";
      if (mark === "%d" || mark === "%i" || mark === "%f") return String(Number(value));
      return inspect(value);
    });
  }
  const rest = values.slice(next).map(inspect);
  return (next > 0 ? [first, ...rest] : rest).join(" ");
}

const logAt =
  (level) =>
  (...values) => {
    native.log(level, format(values).toWellFormed());
  };

define("console", {
  trace: logAt("trace"),
  debug: logAt("debug"),
  log: logAt("info"),
  info: logAt("info"),
  warn: logAt("warn"),
  error: logAt("error"),
  assert: (holds, ...values) => {
    if (!holds) logAt("error")("Assertion failed:", ...values);
  },
});

define("URL", URL);
define("URLSearchParams", URLSearchParams);

// A render ends when its call returns, so a timer's callback would never run.
define("setTimeout", () => {
  native.warnOfTimer("setTimeout", new Error().stack ?? "");
  return 0;
});
define("clearTimeout", () => {});

if (typeof globalThis.queueMicrotask !== "function") {
  define("queueMicrotask", (callback) => {
    Promise.resolve().then(callback);
  });
}
