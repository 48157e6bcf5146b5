"""For Schemathesis: PDFs among the bytes of files, which would never make a shelf by chance."""

import os
import pathlib

import schemathesis
from hypothesis import strategies as st

PDF = pathlib.Path(os.environ["FUZZ_PDF"]).read_bytes()

schemathesis.openapi.format("binary", st.one_of(st.just(PDF), st.binary()))
