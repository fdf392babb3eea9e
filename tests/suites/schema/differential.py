#!/usr/bin/env python3
"""Random schemas and values, judged by us and by other implementations; every disagreement is printed.

differential.py VERDICTS [--pairs N] [--seed S] [--draft NAME] [--ajv FOLDER] [--alone N]
VERDICTS is our program of that name; FOLDER holds node_modules with ajv. Exit code 77 where no other implementation is
installed, 1 after a disagreement, 0 otherwise. Where the others disagree with each other, and why: disagreements.md.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import warnings

warnings.simplefilter("ignore")
NAMES = ["a", "b", "ab", "c", "__proto__", ""]
TEXTS = ["", "a", "ab", "abc", "b1", "\u00e9", "\U0001f600", "1"]
TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]
PATTERNS = ["^a", "b$", "^[a-c]+$", "[0-9]", "^.$", "^(a|b)*$"]


class Maker:
    def __init__(self, seed, draft):
        self.random = random.Random(seed)
        self.draft = draft

    def value(self, depth=0):
        r = self.random
        kind = r.choice(TYPES if depth < 3 else TYPES[:5])
        if kind == "null":
            return None
        if kind == "boolean":
            return r.random() < 0.5
        if kind == "integer":
            return r.choice([0, 1, 2, 3, -1, 10, 1.0, 4])
        if kind == "number":
            return r.choice([0.5, 1.5, 2.0, -0.5, 3.25])
        if kind == "string":
            return r.choice(TEXTS)
        if kind == "array":
            return [self.value(depth + 1) for _ in range(r.randint(0, 4))]
        return {name: self.value(depth + 1) for name in r.sample(NAMES, r.randint(0, 4))}

    def schema(self, depth=0):
        r = self.random
        if r.random() < 0.06:
            return r.random() < 0.7
        out = {}
        for _ in range(r.randint(1, 3 if depth else 4)):
            self.keyword(out, depth)
        return out

    def many(self, depth):
        return [self.schema(depth + 1) for _ in range(self.random.randint(1, 3))]

    def keyword(self, out, depth):
        r = self.random
        simple = ["type", "enum", "const", "limits", "lengths", "pattern", "counts", "unique", "required", "dependentRequired", "multipleOf"]
        nested = ["properties", "patternProperties", "additionalProperties", "propertyNames", "items", "prefix", "contains", "allOf", "anyOf", "oneOf",
                  "not", "if", "dependentSchemas", "unevaluatedProperties", "unevaluatedItems", "ref"]
        old = self.draft == "draft7"
        choice = r.choice(simple + (nested if depth < 3 else []))
        if choice == "type":
            out["type"] = r.choice(TYPES) if r.random() < 0.7 else r.sample(TYPES, r.randint(1, 3))
        elif choice == "enum":
            out["enum"] = self.distinct([self.value(2) for _ in range(r.randint(1, 4))])
        elif choice == "const":
            out["const"] = self.value(2)
        elif choice == "limits":
            out[r.choice(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"])] = r.choice([0, 1, 1.5, 2, 3])
        elif choice == "lengths":
            out[r.choice(["minLength", "maxLength"])] = r.randint(0, 3)
        elif choice == "pattern":
            out["pattern"] = r.choice(PATTERNS)
        elif choice == "counts":
            out[r.choice(["minItems", "maxItems", "minProperties", "maxProperties"])] = r.randint(0, 3)
        elif choice == "unique":
            out["uniqueItems"] = True
        elif choice == "required":
            out["required"] = r.sample(NAMES, r.randint(1, 2))
        elif choice == "multipleOf":
            out["multipleOf"] = r.choice([1, 2, 0.5])
        elif choice == "dependentRequired":
            out["dependencies" if old else "dependentRequired"] = {r.choice(NAMES): r.sample(NAMES, 1)}
        elif choice == "properties":
            out["properties"] = {name: self.schema(depth + 1) for name in r.sample(NAMES, r.randint(1, 3))}
        elif choice == "patternProperties":
            out["patternProperties"] = {r.choice(PATTERNS): self.schema(depth + 1)}
        elif choice in ("additionalProperties", "propertyNames", "not"):
            out[choice] = self.schema(depth + 1)
        elif choice == "items":
            out["items"] = self.schema(depth + 1)
        elif choice == "prefix":
            if old:
                out["items"] = self.many(depth)
                out["additionalItems"] = self.schema(depth + 1)
            else:
                out["prefixItems"] = self.many(depth)
        elif choice == "contains":
            out["contains"] = self.schema(depth + 1)
            if not old and r.random() < 0.5:
                out[r.choice(["minContains", "maxContains"])] = r.randint(0, 2)
        elif choice in ("allOf", "anyOf", "oneOf"):
            out[choice] = self.many(depth)
        elif choice == "if":
            out["if"] = self.schema(depth + 1)
            out[r.choice(["then", "else"])] = self.schema(depth + 1)
        elif choice == "dependentSchemas":
            out["dependencies" if old else "dependentSchemas"] = {r.choice(NAMES): self.schema(depth + 1)}
        elif choice in ("unevaluatedProperties", "unevaluatedItems") and not old:
            out[choice] = self.schema(depth + 1)
        elif choice == "ref" and depth > 0:
            out["$ref"] = "#/definitions/x" if old else "#/$defs/x"

    @staticmethod
    def distinct(values):
        seen, out = set(), []
        for value in values:
            key = json.dumps(value, sort_keys=True)
            if key not in seen:
                seen.add(key)
                out.append(value)
        return out

    def case(self):
        schema = self.schema()
        while not isinstance(schema, dict):
            schema = self.schema()
        schema["definitions" if self.draft == "draft7" else "$defs"] = {"x": self.schema(2)}
        return {"schema": schema, "instances": [self.value() for _ in range(10)]}


def ours(program, draft, lines):
    result = subprocess.run([program, draft], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return result.stdout.splitlines()


def python_jsonschema(draft, cases):
    try:
        import jsonschema
        validator = {"draft7": jsonschema.Draft7Validator, "draft2019-09": jsonschema.Draft201909Validator, "draft2020-12": jsonschema.Draft202012Validator}[draft]
    except (ImportError, KeyError, AttributeError):
        return None
    def judge(case):
        checker = validator(case["schema"])
        try:
            return "".join("1" if checker.is_valid(instance) else "0" for instance in case["instances"])
        except Exception as error:  # its own faults are not ours
            return "E " + str(error)[:100]
    return [judge(case) for case in cases]


AJV = """
const { createRequire } = require('node:module'); const load = createRequire(process.argv[1] + '/x.js');
const Ajv = load(process.argv[2] === 'draft7' ? 'ajv' : process.argv[2] === 'draft2019-09' ? 'ajv/dist/2019' : 'ajv/dist/2020').default;
const lines = require('node:fs').readFileSync(0, 'utf8').split('\\n').filter(Boolean);
for (const line of lines) {
  const test = JSON.parse(line); let out = '';
  try { const ajv = new Ajv({ strict: false, validateSchema: false, logger: false, allErrors: true, ownProperties: true });
    const check = ajv.compile(test.schema); for (const instance of test.instances) out += check(instance) ? '1' : '0'; }
  catch (error) { out = 'E ' + String(error.message).slice(0, 100); }
  console.log(out);
}
"""


def ajv(folder, draft, lines):
    if not folder or not os.path.isdir(os.path.join(folder, "node_modules", "ajv")):
        return None
    result = subprocess.run(["node", "-e", AJV, folder, draft], input="\n".join(lines) + "\n", capture_output=True, text=True)
    return result.stdout.splitlines() if result.returncode == 0 else None


def usable(name, verdicts, line):
    """Whether that answer says anything. ajv does not see properties named __proto__ in a schema."""
    return not verdicts.startswith("E") and not (name == "ajv" and "__proto__" in line)


def explained(draft, line):
    """Disagreements that disagreements.md explains: the others count items that contains matched as evaluated before 2020-12, too."""
    return draft == "draft2019-09" and '"contains"' in line and '"unevaluatedItems"' in line


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("verdicts")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draft", default="draft2020-12")
    parser.add_argument("--alone", type=int, default=0, metavar="N", help="print so many cases in which one other stands alone against us and the third")
    parser.add_argument("--ajv", default=os.environ.get("ASSAYER_AJV", ""))
    options = parser.parse_args()
    maker = Maker(options.seed, options.draft)
    cases = [maker.case() for _ in range(options.pairs // 10)]
    lines = [json.dumps(case) for case in cases]
    mine = ours(options.verdicts, options.draft, lines)
    others = {"python-jsonschema": python_jsonschema(options.draft, cases), "ajv": ajv(options.ajv, options.draft, lines)}
    others = {name: verdicts for name, verdicts in others.items() if verdicts is not None}
    if not others:
        print("skipped: neither python3-jsonschema nor ajv (--ajv FOLDER) is installed")
        return 77
    disagreements = compared = undecided = known = 0
    alone = dict.fromkeys(others, 0)
    for index, case in enumerate(cases):
        if set(mine[index]) - set("01?"):
            print("we say", mine[index], lines[index])
            disagreements += 1
            continue
        for at, instance in enumerate(case["instances"]):
            verdict = mine[index][at]
            answers = {name: verdicts[index][at] for name, verdicts in others.items() if usable(name, verdicts[index], lines[index])}
            if verdict == "?" or not answers:
                undecided += 1  # a schema that applies itself to the same value for ever
                continue
            compared += 1
            wrong = [name for name, answer in answers.items() if answer != verdict]
            if len(wrong) < len(answers):
                for name in wrong:
                    alone[name] += 1
                    if alone[name] <= options.alone:
                        print(f"{name} alone, we say {verdict}: {json.dumps(case['schema'])}  <-  {json.dumps(instance)}")
                continue
            if explained(options.draft, lines[index]):
                known += 1
                continue
            disagreements += 1
            print(f"we say {verdict}, {' and '.join(wrong)} not: {json.dumps(case['schema'])}  <-  {json.dumps(instance)}")
    print(f"{options.draft}: {compared} verdicts compared with {', '.join(others)}, {undecided} undecided; "
          f"alone against all others: {', '.join(f'{name} {count}' for name, count in alone.items())}; we against all others: {disagreements}, and {known} explained")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
