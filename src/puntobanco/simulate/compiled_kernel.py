"""Kernels compiled for this machine."""

from collections.abc import Callable
from ctypes import CFUNCTYPE, c_void_p
from typing import Any, Final

from llvmlite import binding, ir
from numpy.typing import NDArray

from puntobanco.simulate.lanes import POINTER, Builder, Memory

_C_FUNCTION: Final = CFUNCTYPE(None, c_void_p, c_void_p, c_void_p)  # lets other threads run


class Kernel:
    """A compiled function of three arrays: stream states, input, output."""

    def __init__(self, write: Callable[[Builder, Memory, Memory, Memory], None]) -> None:
        module = ir.Module()
        module.triple = binding.get_process_triple()
        function = ir.Function(module, ir.FunctionType(ir.VoidType(), [POINTER] * 3), "kernel")
        build = ir.IRBuilder(function.append_basic_block())
        # Variables have their place in the entry block, which may not be inside a loop.
        body = build.append_basic_block()
        build.branch(body)
        build.position_at_end(body)
        write(build, *(Memory(build, argument) for argument in function.args))
        build.ret_void()
        self._engine = _compile(str(module))  # owns the code
        self._call = _C_FUNCTION(self._engine.get_function_address("kernel"))

    def __call__(self, state: NDArray[Any], given: NDArray[Any], found: NDArray[Any]) -> None:
        self._call(state.ctypes.data, given.ctypes.data, found.ctypes.data)


def _compile(text: str) -> Any:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(
        binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten(), opt=3, jit=True
    )
    module = binding.parse_assembly(text)
    module.verify()
    # Only put variables into registers. LLVM's usual passes widen products of 16 bits
    # to 32 and halve the speed; there is nothing else for them to improve.
    passes = binding.create_new_module_pass_manager()
    passes.add_sroa_pass()
    tuning = binding.create_pipeline_tuning_options()
    passes.run(module, binding.create_pass_builder(machine, tuning))
    return binding.create_mcjit_compiler(module, machine)
